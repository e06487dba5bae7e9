/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_SCHEMA_001_H
#define RV_STORE_SCHEMA_001_H

/*
 * The first schema.  Everything in it follows from files.  Times are ms, the
 * largest integer for "undated", so that undated rows come last.  `string`
 * holds what repeats: sources and sessions.  fts is contentless: a row is taken
 * out by giving the same tokens again; its rowid is 2 * episode or 2 * page + 1.
 */

#define RV_SCHEMA_001                                                          \
	"CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;"        \
	"CREATE TABLE log(name TEXT PRIMARY KEY, offset INTEGER NOT NULL,"     \
	" line INTEGER NOT NULL, broken INTEGER NOT NULL,"                     \
	" mark INTEGER NOT NULL) WITHOUT ROWID;"                               \
	"CREATE TABLE string(id INTEGER PRIMARY KEY, text TEXT UNIQUE);"       \
	"CREATE TABLE episode(rowid INTEGER PRIMARY KEY,"                      \
	" id TEXT NOT NULL UNIQUE, source INTEGER NOT NULL,"                   \
	" session INTEGER NOT NULL, entry TEXT NOT NULL, ref TEXT,"            \
	" role TEXT NOT NULL, name TEXT, t INTEGER NOT NULL,"                  \
	" origin INTEGER NOT NULL, class INTEGER NOT NULL,"                    \
	" line INTEGER NOT NULL, offset INTEGER NOT NULL,"                     \
	" tokens INTEGER NOT NULL, excluded TEXT, norm INTEGER,"               \
	" twin_of INTEGER, narrated INTEGER NOT NULL DEFAULT 0,"               \
	" baseline INTEGER NOT NULL DEFAULT 0,"                                \
	" pending INTEGER NOT NULL DEFAULT 0,"                                 \
	" indexed INTEGER NOT NULL DEFAULT 0,"                                 \
	" in_place INTEGER NOT NULL, record INTEGER, text TEXT NOT NULL);"     \
	"CREATE INDEX episode_source ON episode(source) WHERE in_place = 1;"   \
	"CREATE INDEX episode_session ON episode(session, t);"                 \
	"CREATE INDEX episode_norm ON episode(norm, t)"                        \
	" WHERE norm IS NOT NULL;"                                             \
	"CREATE INDEX episode_time ON episode(t, excluded, twin_of)"           \
	" WHERE twin_of IS NULL;"                                              \
	"CREATE INDEX episode_pending ON episode(t, pending, twin_of)"         \
	" WHERE pending = 1;"                                                  \
	"CREATE INDEX episode_excluded ON episode(excluded)"                   \
	" WHERE excluded IS NOT NULL AND twin_of IS NULL;"                     \
	"CREATE INDEX episode_twin ON episode(twin_of)"                        \
	" WHERE twin_of IS NOT NULL;"                                          \
	"CREATE INDEX episode_log ON episode(twin_of, tokens)"                 \
	" WHERE class = 2 AND in_place = 1 AND excluded IS NULL;"              \
	"CREATE TABLE page(rowid INTEGER PRIMARY KEY, layer INTEGER NOT NULL," \
	" path TEXT NOT NULL, line INTEGER NOT NULL, title TEXT,"              \
	" heading TEXT, t INTEGER NOT NULL, bytes INTEGER NOT NULL,"           \
	" text TEXT NOT NULL);"                                                \
	"CREATE INDEX page_path ON page(path, line);"                          \
	"CREATE INDEX page_layer ON page(layer, path, bytes, t);"              \
	"CREATE VIRTUAL TABLE fts USING fts5(tokens, content='',"              \
	" tokenize=\"ascii tokenchars '!#$%&()*+,-./:;<=>?@[\\]^_`{|}~'''\");" \
	"INSERT INTO fts(fts, rank) VALUES('hashsize', 4194304);"              \
	"CREATE VIRTUAL TABLE fts_word USING fts5vocab(fts, row);"             \
	"CREATE TABLE source(path TEXT PRIMARY KEY, kind TEXT NOT NULL,"       \
	" inode INTEGER NOT NULL, size INTEGER NOT NULL,"                      \
	" mtime INTEGER NOT NULL, offset INTEGER NOT NULL,"                    \
	" line INTEGER NOT NULL, state TEXT) WITHOUT ROWID;"                   \
	"CREATE TABLE ledger(id INTEGER PRIMARY KEY, offset INTEGER NOT NULL," \
	" length INTEGER NOT NULL, kind TEXT NOT NULL, proposal TEXT,"         \
	" of_id INTEGER NOT NULL, done INTEGER NOT NULL DEFAULT 0,"            \
	" applied INTEGER NOT NULL DEFAULT 0, episodes TEXT,"                  \
	" hash TEXT NOT NULL);"                                                \
	"CREATE INDEX ledger_open ON ledger(id) WHERE done = 0"                \
	" AND kind IN ('approve', 'undo');"                                    \
	"CREATE TABLE narration(episode TEXT NOT NULL,"                        \
	" ledger INTEGER NOT NULL, baseline INTEGER NOT NULL,"                 \
	" PRIMARY KEY(episode, ledger)) WITHOUT ROWID;"                        \
	"CREATE TABLE proposal(id TEXT PRIMARY KEY, ledger INTEGER NOT NULL,"  \
	" state TEXT NOT NULL);"                                               \
	"CREATE TABLE trace(run INTEGER PRIMARY KEY, offset INTEGER NOT NULL," \
	" length INTEGER NOT NULL);"                                           \
	"CREATE TABLE echo(session TEXT NOT NULL, pos INTEGER NOT NULL,"       \
	" id TEXT NOT NULL, run INTEGER NOT NULL, PRIMARY KEY(session, pos))"  \
	" WITHOUT ROWID;"                                                      \
	"CREATE INDEX echo_id ON echo(session, id, pos);"

#endif

/* SPDX-License-Identifier: MIT */
#ifndef RV_TESTS_SUPPORT_PI_H
#define RV_TESTS_SUPPORT_PI_H

/* Lines of pi session files of 2026-01-28, 14:MM. */

#define AT(mm) "\"timestamp\":\"2026-01-28T14:" mm ":00.000Z\""
#define HEAD \
	"{\"type\":\"session\",\"version\":3,\"id\":\"s1\"," AT("00") "}\n"
#define MSG(id, parent, mm, role, text)                                   \
	"{\"type\":\"message\",\"id\":\"" id "\",\"parentId\":" parent    \
	"," AT(mm) ",\"message\":{\"role\":\"" role "\",\"content\":\""    \
	text "\"}}\n"
#define V1(mm, role, text)                                              \
	"{\"type\":\"message\"," AT(mm) ",\"message\":{\"role\":\"" role \
	"\",\"content\":\"" text "\"}}\n"
#define PROMPT \
	"Read HEARTBEAT.md if it exists. If nothing needs attention, reply " \
	"HEARTBEAT_OK."

#endif

/* SPDX-License-Identifier: MIT */
/* Starting the scripted model from a test. */
#include "config.h"

#include "tests/support/services.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "net/http.h"

#define SKIP 77
#define MAX 4

static pid_t servers[MAX];
static int n_servers;

static const char *
place(const char *variable)
{
	const char *p = getenv(variable);

	if (!p) {
		fprintf(stderr, "skipped: %s is not set; run it with make\n",
			variable);
		exit(SKIP);
	}
	return p;
}

static void
end_servers(void)
{
	for (int i = 0; i < n_servers; i++) {
		kill(servers[i], SIGTERM);
		waitpid(servers[i], NULL, 0);
	}
	n_servers = 0;
}

static void
use_module(void)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	char *path = rv_asprintf("%s/reverie-net.so", place("BUILDDIR"));

	if (access(path, R_OK) != 0) {
		fprintf(stderr, "skipped: built without libcurl\n");
		exit(SKIP);
	}
	rv_http_setup(&(struct rv_http_setup){.module = path});
	free(path);
	sigaction(SIGPIPE, &ignore, NULL);
}

static void
become_server(int out, const char *script, const char *cert)
{
	char *parent = rv_asprintf("%d", (int)getppid());

	dup2(out, STDOUT_FILENO);
	execlp("python3", "python3", script, "--parent", parent,
	       cert ? "--cert" : NULL, cert, NULL);
	_exit(SKIP);
}

static const char *
start(const char *cert)
{
	char *script = rv_asprintf("%s/tests/services/scripted-model",
				   place("SRCDIR"));
	static char urls[MAX][128];
	char line[128] = "", *url = urls[n_servers % MAX];
	FILE *in;
	int fds[2];
	pid_t pid;

	use_module();
	if (n_servers == MAX || pipe(fds) != 0)
		abort();
	if (n_servers == 0)
		atexit(end_servers);
	pid = fork();
	if (pid < 0)
		abort();
	if (pid == 0) {
		close(fds[0]);
		become_server(fds[1], script, cert);
	}
	servers[n_servers++] = pid;
	close(fds[1]);
	free(script);
	in = fdopen(fds[0], "r");
	if (!in || !fgets(line, sizeof(line), in) ||
	    strncmp(line, "listening ", 10) != 0) {
		fprintf(stderr, "skipped: the scripted model does not start; "
				"is there a python3?\n");
		exit(SKIP);
	}
	fclose(in);
	line[strcspn(line, "\n")] = '\0';
	snprintf(url, sizeof(urls[0]), "%s", line + 10);
	return url;
}

const char *
services_start(void)
{
	return start(NULL);
}

const char *
services_start_tls(const char *cert_file)
{
	return start(cert_file);
}

const char *
services_real(const char *name)
{
	const char *url = getenv(strcmp(name, "llm") == 0 ?
					 "SERVICES_LLM_URL" :
					 "SERVICES_EMBED_URL");

	if (url && url[0])
		use_module();
	return url && url[0] ? url : NULL;
}

const char *
services_url(const char *base, const char *path)
{
	static char buffers[16][512];
	static unsigned next;
	char *b = buffers[next++ % 16];

	snprintf(b, sizeof(buffers[0]), "%s%s", base, path);
	return b;
}

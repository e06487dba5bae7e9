/* SPDX-License-Identifier: MIT */
/* A model that takes every call and never answers: prints its port on loopback
 * and ends with its standard input. */
#include "config.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

int
main(void)
{
	struct sockaddr_in at = {.sin_family = AF_INET};
	socklen_t n = sizeof(at);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	char c;

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (fd < 0 || bind(fd, (struct sockaddr *)&at, n) != 0 ||
	    listen(fd, 16) != 0 ||
	    getsockname(fd, (struct sockaddr *)&at, &n) != 0)
		return 1;
	printf("%d\n", ntohs(at.sin_port));
	fflush(stdout);
	while (read(STDIN_FILENO, &c, 1) > 0)
		;
	close(fd);
	return 0;
}

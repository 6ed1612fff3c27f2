/* The guest's one program: init of the machine, and the commands that reach the emulator and the buses. */
#ifndef HIL_H
#define HIL_H
#include <stddef.h>

int run_init(void);

/* Commands: exit statuses. */
int command_snap(int count, char **words);
int command_match(int count, char **words);
int command_hold(int count, char **words);
int command_qmp(int count, char **words);
int command_touch(int count, char **words);
int command_key(int count, char **words);
int command_i2c(int count, char **words);
int command_console(int count, char **words);
int command_wait(int count, char **words);

/* The line to the host: opens it raw; asks and waits for the answer, which is printed when it says more than OK. */
int open_line(void);
int ask_host(const char *request);

/* Ends the program with a sentence and errno's name. */
void die(const char *what, const char *subject) __attribute__((noreturn));
#endif

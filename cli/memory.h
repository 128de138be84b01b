/* The end of the program when memory runs out. */
#ifndef US_CLI_MEMORY_H
#define US_CLI_MEMORY_H

/* From now on a failed allocation removes temporary files, prints a message and ends the program
 * with the exit code of US_NO_MEMORY. */
void us_memory_install(void);

#endif

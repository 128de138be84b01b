/* Last words: when a test program dies of a signal or a sanitizer, it says what it was doing. */
#ifndef US_TESTS_LAST_WORDS_H
#define US_TESTS_LAST_WORDS_H

void us_last_words_start(void);

/* What is being done now. The text is borrowed until the next call; NULL for nothing. */
void us_last_words(const char *doing);

#endif

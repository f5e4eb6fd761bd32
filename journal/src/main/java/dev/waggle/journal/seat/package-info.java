/** Answers of people who answer later, on disk, for any number of processes. */
@NullMarked
package dev.waggle.journal.seat;

import org.jspecify.annotations.NullMarked;

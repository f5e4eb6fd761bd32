/** Files of lines with checksums that any number of processes append to under the lock of their folder. */
@NullMarked
package dev.waggle.journal.lines;

import org.jspecify.annotations.NullMarked;

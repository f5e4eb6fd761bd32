/** Checkpoints on disk: a folder with one file for each, written anew as a whole by every save. */
@NullMarked
package dev.waggle.journal.checkpoint;

import org.jspecify.annotations.NullMarked;

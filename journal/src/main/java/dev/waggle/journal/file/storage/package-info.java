/**
 * Files of a journal as the operating system sees them: appending, renaming, forcing to the disk, and the failures of
 * these acts. Every change of a file goes through here, so that tests can let a disk fail.
 *
 * <p>The content of the files belongs to {@code dev.waggle.journal.file.segment}.
 */
@NullMarked
package dev.waggle.journal.file.storage;

import org.jspecify.annotations.NullMarked;

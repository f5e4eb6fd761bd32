/**
 * Opening a folder for writing after any crash: the folder is checked, the active segment is scanned, a torn end is
 * saved and cut off.
 *
 * <p>Recovery only prepares the folder; {@link dev.waggle.journal.file.write} continues behind the last whole entry.
 */
@NullMarked
package dev.waggle.journal.file.recovery;

import org.jspecify.annotations.NullMarked;

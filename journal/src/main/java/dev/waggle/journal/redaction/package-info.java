/**
 * Redaction: the text of a signal is replaced wherever it stands below a folder, and the entries of a run are deleted.
 * Here lie the search for texts and the rewriting of lines and files.
 *
 * <p>The atomic replacement of the files belongs to {@code dev.waggle.journal.file.recovery}.
 */
@NullMarked
package dev.waggle.journal.redaction;

import org.jspecify.annotations.NullMarked;

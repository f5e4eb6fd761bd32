/**
 * Reading and querying of a journal while another process may write. Contains the sparse index of each segment, its
 * file, queries over several segments, and reading from the front to the growing end.
 *
 * <p>Nothing here changes a segment; the only files that are written are indexes, which may be deleted at any time.
 */
@NullMarked
package dev.waggle.journal.file.read;

import org.jspecify.annotations.NullMarked;

/**
 * Reading and querying, while somebody else may write: the sparse index of each segment, its file, the execution of a query
 * over several segments, and reading from the front to the growing end.
 *
 * <p>Nothing here changes a segment; the only files that are written are indexes, which may be deleted at any time.
 */
@NullMarked
package dev.waggle.journal.file.read;

import org.jspecify.annotations.NullMarked;

/**
 * Segments and their lines: the names of segment files, cutting their bytes into lines, classifying each line, and
 * salvaging entries from damaged lines.
 *
 * <p>Bytes become lines, lines become entries, gaps or damage, and a scan gives them in the order of their numbers.
 * Finding particular entries belongs to {@link dev.waggle.journal.file.read}.
 */
@NullMarked
package dev.waggle.journal.file.segment;

import org.jspecify.annotations.NullMarked;

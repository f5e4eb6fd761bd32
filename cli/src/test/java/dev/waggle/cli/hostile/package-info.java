/** Hostile use of the command line: arguments, files, streams, environments and signals that nobody would choose. */
@NullMarked
package dev.waggle.cli.hostile;

import org.jspecify.annotations.NullMarked;

/** Commands on the memory of a data folder: searching, adding, deleting, moving memories. */
@NullMarked
package dev.waggle.cli.command.memory;

import org.jspecify.annotations.NullMarked;

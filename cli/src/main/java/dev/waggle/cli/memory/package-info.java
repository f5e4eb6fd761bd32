/** The memory of a data folder: opened, written as JSON and judged by outcomes. The commands that show it live elsewhere. */
@NullMarked
package dev.waggle.cli.memory;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.waggle.cli.command.shell;

import org.jspecify.annotations.NullMarked;

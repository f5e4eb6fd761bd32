@NullMarked
package dev.waggle.cli.command.token;

import org.jspecify.annotations.NullMarked;

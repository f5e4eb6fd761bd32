@NullMarked
package dev.waggle.cli.command.webhook;

import org.jspecify.annotations.NullMarked;

/** Commands on the signals of a data folder: generating, subscribing, reading inboxes. */
@NullMarked
package dev.waggle.cli.command.signals;

import org.jspecify.annotations.NullMarked;

/** Commands on the webhooks of a data folder: creating, listing, renewing and deleting them. */
@NullMarked
package dev.waggle.cli.command.webhook;

import org.jspecify.annotations.NullMarked;

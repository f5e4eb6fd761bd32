/** Commands on the tokens of a server: creating, listing and revoking them. */
@NullMarked
package dev.waggle.cli.command.token;

import org.jspecify.annotations.NullMarked;

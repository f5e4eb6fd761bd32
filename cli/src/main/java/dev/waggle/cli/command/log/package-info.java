/** Commands on files that exist: journals, recordings, checkpoints and schemas are shown, verified, exported, imported. */
@NullMarked
package dev.waggle.cli.command.log;

import org.jspecify.annotations.NullMarked;

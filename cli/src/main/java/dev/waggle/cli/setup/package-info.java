/** The file {@code swarm.yaml}: how it is read, checked and begun. Not here: who plays, and how a solve is run. */
@NullMarked
package dev.waggle.cli.setup;

import org.jspecify.annotations.NullMarked;

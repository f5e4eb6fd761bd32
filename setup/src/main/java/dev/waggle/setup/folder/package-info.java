/** Contents of a data folder that a swarm reads and writes beside its log: outcomes, and answers of active solves. */
@NullMarked
package dev.waggle.setup.folder;

import org.jspecify.annotations.NullMarked;

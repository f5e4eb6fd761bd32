/** The server of a data folder, assembled from the operations of its rooms. */
@NullMarked
package dev.waggle.server;

import org.jspecify.annotations.NullMarked;

/**
 * A fake of a Qdrant server for tests. It is written from the published REST API and refuses what Qdrant refuses; it
 * is no Qdrant.
 */
@NullMarked
package dev.waggle.connect.qdrant.server;

import org.jspecify.annotations.NullMarked;

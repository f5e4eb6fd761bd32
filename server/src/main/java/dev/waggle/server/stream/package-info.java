/** Streams of events to many clients: topics with a bounded memory, and feeds that follow them. */
@NullMarked
package dev.waggle.server.stream;

import org.jspecify.annotations.NullMarked;

/** Operations of the seats of people: open requests, answers, and links for one answer. */
@NullMarked
package dev.waggle.server.api.seat;

import org.jspecify.annotations.NullMarked;

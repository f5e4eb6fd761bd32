/**
 * Shared by both sides of the protocol: JSON between the SDK and Waggle. Tools of servers are in {@code client}, Waggle
 * as a server is in {@code server}; those two do not know each other.
 */
@NullMarked
package dev.waggle.connect.mcp;

import org.jspecify.annotations.NullMarked;

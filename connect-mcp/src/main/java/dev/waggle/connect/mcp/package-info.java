/** The Model Context Protocol, both sides: other servers' tools as ours, and ours as a server. */
@NullMarked
package dev.waggle.connect.mcp;

import org.jspecify.annotations.NullMarked;

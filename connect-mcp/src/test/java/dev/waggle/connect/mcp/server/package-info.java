@NullMarked
package dev.waggle.connect.mcp.server;

import org.jspecify.annotations.NullMarked;

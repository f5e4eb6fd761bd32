@NullMarked
package dev.waggle.connect.mcp.admission;

import org.jspecify.annotations.NullMarked;

/** Tools for agents: the port, the authenticated caller and the outcome. Each tool lives beside its own code. */
@NullMarked
package dev.waggle.signal.tool;

import org.jspecify.annotations.NullMarked;

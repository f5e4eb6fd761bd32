/**
 * Tools for agents: the port, the authenticated caller and the outcome of a call. Each tool itself lives beside the
 * code that does its work.
 */
@NullMarked
package dev.waggle.signal.tool;

import org.jspecify.annotations.NullMarked;

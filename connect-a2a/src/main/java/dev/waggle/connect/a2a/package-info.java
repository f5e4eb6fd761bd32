/** The Agent2Agent protocol (A2A). */
@NullMarked
package dev.waggle.connect.a2a;

import org.jspecify.annotations.NullMarked;

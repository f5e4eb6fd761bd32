/** Tests of the Agent2Agent protocol, over real HTTP. */
@NullMarked
package dev.waggle.server.api.a2a;

import org.jspecify.annotations.NullMarked;

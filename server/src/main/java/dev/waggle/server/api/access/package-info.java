/** Operations of the owner's browser: login by a ticket, and logout. */
@NullMarked
package dev.waggle.server.api.access;

import org.jspecify.annotations.NullMarked;

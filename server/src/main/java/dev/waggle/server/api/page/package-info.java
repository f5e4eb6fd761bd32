/** Pages for browsers and their files. What the pages show they read from the other operations. */
@NullMarked
package dev.waggle.server.api.page;

import org.jspecify.annotations.NullMarked;

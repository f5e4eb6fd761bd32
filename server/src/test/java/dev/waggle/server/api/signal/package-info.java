@NullMarked
package dev.waggle.server.api.signal;

import org.jspecify.annotations.NullMarked;

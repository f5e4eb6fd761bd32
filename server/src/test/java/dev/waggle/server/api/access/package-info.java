@NullMarked
package dev.waggle.server.api.access;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.waggle.server.access;

import org.jspecify.annotations.NullMarked;

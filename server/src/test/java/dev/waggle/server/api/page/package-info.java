@NullMarked
package dev.waggle.server.api.page;

import org.jspecify.annotations.NullMarked;

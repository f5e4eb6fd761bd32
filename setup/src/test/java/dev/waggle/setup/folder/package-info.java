@NullMarked
package dev.waggle.setup.folder;

import org.jspecify.annotations.NullMarked;

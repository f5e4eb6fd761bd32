@NullMarked
package dev.waggle.lab.soak.runtime;

import org.jspecify.annotations.NullMarked;

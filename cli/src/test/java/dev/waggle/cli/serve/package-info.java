@NullMarked
package dev.waggle.cli.serve;

import org.jspecify.annotations.NullMarked;

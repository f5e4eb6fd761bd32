/** Benchmarks of the server, each beside a minimal server in the same run. */
@NullMarked
package dev.waggle.lab.server;

import org.jspecify.annotations.NullMarked;

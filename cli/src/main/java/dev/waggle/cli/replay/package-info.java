/** Sources of replayed and scripted deliberations: episode files, cassettes, scripts and people. */
@NullMarked
package dev.waggle.cli.replay;

import org.jspecify.annotations.NullMarked;

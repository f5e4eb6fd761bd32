/**
 * Checks of the deployment files in {@code examples/server}, and their tests. They read the files as their receivers
 * would, because the build cannot run containers or services.
 */
@NullMarked
package dev.waggle.lab.deployment;

import org.jspecify.annotations.NullMarked;

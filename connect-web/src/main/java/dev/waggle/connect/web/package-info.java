/**
 * Tools that read and search the web within limits: allowed hops, connections, time and size. Addresses are in {@code
 * address}, the reading of pages in {@code page}.
 */
@NullMarked
package dev.waggle.connect.web;

import org.jspecify.annotations.NullMarked;

/**
 * Tools that read and search the web, and their client: the check of each hop, its connection, and the
 * limits of time and size. Addresses live in {@code address}, the content of pages in {@code page}.
 */
@NullMarked
package dev.waggle.connect.web;

import org.jspecify.annotations.NullMarked;

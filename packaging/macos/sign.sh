#!/bin/sh
# Signs Hubbub.app, the innermost files first. HUBBUB_SIGNING_IDENTITY names who signs, as
# "Developer ID Application: Somebody (TEAM)". Never run: it was written on another system.
set -eu

app=${1:?"the application to sign"}
identity=${HUBBUB_SIGNING_IDENTITY:?"who signs"}
entitlements=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)/entitlements.plist

sign() {
    codesign --force --timestamp --options runtime --entitlements "$entitlements" \
        --sign "$identity" "$@"
}

find "$app/Contents" -type f \( -name '*.dylib' -o -name '*.so' \) -print | while IFS= read -r file; do
    sign "$file"
done
find "$app/Contents" -type d -name '*.framework' -print | while IFS= read -r framework; do
    sign "$framework"
done
sign "$app"
codesign --verify --strict --verbose=2 "$app"

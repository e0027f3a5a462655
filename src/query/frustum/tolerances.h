/* Limits of cameras (src/query/frustum). */
#ifndef CAROM_QUERY_FRUSTUM_TOLERANCES_H
#define CAROM_QUERY_FRUSTUM_TOLERANCES_H

/* Angles from here on have no bounded picture: the largest double below pi. */
#define CAMERA_FOVY_MOST 3.14159265358979312

#endif
